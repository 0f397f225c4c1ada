package files

// WriteFile are the arguments of write_file. One of Content and Rows is given; Rows only for a .csv.
type WriteFile struct {
	Name    string     `json:"name" jsonschema:"the file's name with its ending: .md, .txt, .csv, .json or .html"`
	Content string     `json:"content,omitempty" jsonschema:"the whole text of the file"`
	Rows    [][]string `json:"rows,omitempty" jsonschema:"the rows of a .csv instead of content, the header first"`
}

// FileWritten are the fields of the result of write_file.
type FileWritten struct {
	Name string `json:"name" jsonschema:"what the file is called"`
}
