/**
 * The document of the yarn-operator's page: health strip, sums, a page of nodes, the worst rows of the ledger, the latest points of
 * the timeline. Input: the answers of the API; output: a document for the stream. Source: field specification section 4.1.
 */
@NullMarked
package io.koordbridge.page.capacity;

import org.jspecify.annotations.NullMarked;
