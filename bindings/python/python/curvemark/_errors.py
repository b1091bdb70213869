"""The exceptions, one family: `Error` catches all."""


class Error(ValueError):
    """Something that was handed over cannot be taken. `reason` is the reason in a word or two,
    such as `Point(NotInSubgroup)`, for programs; the message is for people.

    A signature or a proof that does not hold is no error: its verification returns False.
    """

    reason: str

    def __init__(self, message: str, reason: str = "") -> None:
        super().__init__(message)
        self.reason = reason


class InputError(Error):
    """The bytes are not what they should be: no point, no scalar, no key; or an unknown name."""


class LengthError(Error):
    """There are too few or too many bytes, or lists differ in length, or a list is empty."""


class BufferTypeError(Error, TypeError):
    """The object has no bytes: no buffer, one of other items, or one that is not contiguous."""


for _class in (Error, InputError, LengthError, BufferTypeError):
    _class.__module__ = "curvemark"
