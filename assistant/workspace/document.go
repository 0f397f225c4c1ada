package workspace

import (
	"time"

	"github.com/aisteam/aisteam/assistant"
)

// DocumentID names a document.
type DocumentID string

// Document is a text of a project, in Markdown.
type Document struct {
	ID          DocumentID
	Project     ProjectID
	ProjectName string // as stored with the project; not written
	Title       string
	Type        DocumentType
	Status      DocumentStatus
	Content     string // not read by lists
	Author      assistant.PersonID
	AuthorName  string // as stored with the person; not written
	Created     time.Time
	Updated     time.Time
	Version     int // counts its changes, from 1 on
}

// DocumentType is what kind of text a document is.
type DocumentType string

// The types of documents.
const (
	DocumentGeneral  DocumentType = "general"
	DocumentProtocol DocumentType = "protocol"
	DocumentReport   DocumentType = "report"
)

// DocumentTypes lists them; the first is the default.
func DocumentTypes() []DocumentType {
	return []DocumentType{DocumentGeneral, DocumentProtocol, DocumentReport}
}

// DocumentStatus is how far a document is.
type DocumentStatus string

// The states of documents, in their order.
const (
	DocumentDraft     DocumentStatus = "draft"
	DocumentInReview  DocumentStatus = "in_review"
	DocumentApproved  DocumentStatus = "approved"
	DocumentPublished DocumentStatus = "published"
)

// DocumentStatuses lists them; the first is the default.
func DocumentStatuses() []DocumentStatus {
	return []DocumentStatus{DocumentDraft, DocumentInReview, DocumentApproved, DocumentPublished}
}

// Fields are what people may change of it, by the names that tools take.
func (d Document) Fields() []Field {
	return []Field{{"title", d.Title}, {"document_type", string(d.Type)}, {"status", string(d.Status)}, {"content", d.Content}}
}

// Link is how a document belongs to a task.
type Link struct {
	Document  DocumentID
	Title     string // the document's; not written
	Task      TaskID
	TaskTitle string // not written
	Type      LinkType
}

// LinkType is what a document is to a task.
type LinkType string

// The types of links.
const (
	LinkRelated     LinkType = "related"
	LinkDeliverable LinkType = "deliverable"
	LinkReference   LinkType = "reference"
)

// LinkTypes lists them; the first is the default.
func LinkTypes() []LinkType { return []LinkType{LinkRelated, LinkDeliverable, LinkReference} }
