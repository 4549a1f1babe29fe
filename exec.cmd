@rem npm scripts begin with exec, so that signals to npm reach the portal. It is a word of POSIX shells; on Windows it is this file.
@%*
