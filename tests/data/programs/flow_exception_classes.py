class ValidationError(Exception):
    def __init__(self, field, message):
        self.field = field
        self.message = message
        super().__init__(f"{field}: {message}")
def validate(d):
    if "name" not in d: raise ValidationError("name", "required")
    return True
for d in ({"name": 1}, {}):
    try: print(validate(d))
    except ValidationError as e: print(e, e.field, e.args)
raise ValidationError("a", "b")
