from . import ethereum as ethereum
from . import min_pk as min_pk
from . import min_sig as min_sig
