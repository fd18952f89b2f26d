// Placeholder while this module's first types are on their way.
