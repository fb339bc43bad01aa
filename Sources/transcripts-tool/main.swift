import Transcripts

// Golden files for any line program: `transcripts check --command 'bc -q' ... FILE`.
TranscriptTool.main(named: "transcripts")
