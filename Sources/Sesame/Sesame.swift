// `import Sesame` is all that an app needs: the values of `SesameCore` are part of what it sees.
@_exported public import SesameCore
