@main struct LabCrowd { static func main() {} }
