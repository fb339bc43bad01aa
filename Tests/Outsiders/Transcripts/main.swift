import Transcripts

// A separate package's line program, with the verbs of the golden-file tool.

TranscriptTool.main(named: "counter", sessions: Counters())
