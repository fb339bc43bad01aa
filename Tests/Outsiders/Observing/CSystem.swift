/// A target of the user with the name of a target of the package.
public let name = "CSystem"
