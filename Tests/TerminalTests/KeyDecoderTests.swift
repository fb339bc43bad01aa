import Shell
import Testing
