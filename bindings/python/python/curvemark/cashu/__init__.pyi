from . import legacy as legacy
from . import v3 as v3
