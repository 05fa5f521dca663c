"""What can happen in a hall: every kind of event with its typed body.

Events are facts and never commands. Kinds that begin with ``t.`` are testimony, written by the
device at a table; kinds that begin with ``a.`` are authority, written by hall and referee keys.
Each kind is declared above its body, in the module of its subject; all of them stand here.
"""

from shared.core.events.admission import *
from shared.core.events.base import *
from shared.core.events.field import *
from shared.core.events.office import *
from shared.core.events.private import *
from shared.core.events.rounds import *
from shared.core.events.testimony import *
