"""Imported before all else: no garbage is looked for while tests run, which would take a tenth of their time.

What tests leave in circles stays until the process ends. All together that is some 4 GB, in as many parts as there are
processes, each of which runs its part of the tests. By night, when there is far more, ``conftest.py`` allows it again.
"""

import gc

gc.disable()
