"""What every importer of the package relies on."""

import errata


def test_the_package_names_its_version():
    assert errata.__version__.count(".") == 2
