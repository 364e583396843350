/**
 * A record of every value that the kernel took, and of each refusal: JSON lines in a file of limited size, and the newest ones in
 * memory; the whole record in pages. Specification section 16.
 */
@NullMarked
package io.koordbridge.koordlet.audit;

import org.jspecify.annotations.NullMarked;
