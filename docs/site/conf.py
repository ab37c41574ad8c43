"""Sphinx: how the site of documentation is built. Run by build.py beside it."""

from kartarna import VERSION

project = "Kartárna"
author = "Kartárna"
release = version = VERSION
extensions = ["myst_parser", "sphinx.ext.autodoc"]
root_doc = "index"
exclude_patterns: list[str] = []
suppress_warnings = ["misc.highlighting_failure"]  # shortened examples of JSON

myst_heading_anchors = 4
myst_enable_extensions = ["dollarmath"]
autodoc_member_order = "bysource"
autodoc_typehints = "signature"
autodoc_default_options = {"members": True, "show-inheritance": True}
default_role = "code"  # our docstrings quote code in single backticks

html_theme = "furo"
html_title = "Kartárna"
html_favicon = "icon.svg"
html_copy_source = False
html_show_sphinx = False
html_show_copyright = False
html_theme_options = {
    "light_css_variables": {"color-brand-primary": "#8a3b12", "color-brand-content": "#8a3b12"},
    "dark_css_variables": {"color-brand-primary": "#f0a878", "color-brand-content": "#f0a878"},
    "footer_icons": [],
}
