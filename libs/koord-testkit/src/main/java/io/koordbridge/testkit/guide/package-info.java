/** Tables of the guide. Input: the name of a page. Output: the cells of its rows. Used by tests of worked examples. */
@NullMarked
package io.koordbridge.testkit.guide;

import org.jspecify.annotations.NullMarked;
