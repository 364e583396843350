/**
 * Wire documents, each with one reader for all processes: annotations, labels and texts of Kubernetes objects that people or other
 * processes write. A reader returns the value and what is wrong with it; what a problem means is the choice of the process (the last
 * good value stays; where there was none, the document counts as absent). Input: the text of a document. Output: {@link
 * io.koordbridge.api.document.Decoded}. Pure; product design 3.28.
 */
@NullMarked
package io.koordbridge.api.document;

import org.jspecify.annotations.NullMarked;
