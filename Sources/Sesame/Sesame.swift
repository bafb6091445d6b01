// Re-exports the types of `SesameCore`, so that an app needs only `import Sesame`.
@_exported public import SesameCore
