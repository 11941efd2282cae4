# What is installed beside programs: the settings' schema, compiled where it lands.
gsettings_SCHEMAS = %D%/org.hunch.Hunch.gschema.xml
EXTRA_DIST += $(gsettings_SCHEMAS)
@GSETTINGS_RULES@
# Data that the library carries in itself.
EXTRA_DIST += %D%/catalogue.ini %D%/hunch.gresource.xml
