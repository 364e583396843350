/** Rows of a table as a reader asks for them: searched, sorted, cut. Input: rows and the query of a request; output: a page of rows. */
@NullMarked
package io.koordbridge.page.table;

import org.jspecify.annotations.NullMarked;
