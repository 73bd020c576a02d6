"""The site: Sphinx reads the Markdown of this folder. ``sphinx-build -W docs OUTPUT`` makes it."""

import sys
from pathlib import Path

sys.path.append(str(Path(__file__).parent))  # mathml.py

project = "gradcli"
author = "gradcli contributors"
copyright = author
extensions = ["myst_parser", "mathml"]
myst_enable_extensions = ["colon_fence", "dollarmath"]
myst_heading_anchors = 3
html_theme = "furo"
html_title = "gradcli"
html_static_path = ["_static"]
html_css_files = ["site.css"]
html_math_renderer = "mathml"
exclude_patterns = ["stubs", "man"]
suppress_warnings = ["misc.highlighting_failure"]  # a quotation over several lines at a shell
pygments_style = "friendly"
