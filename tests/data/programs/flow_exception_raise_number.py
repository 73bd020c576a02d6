raise 3
