/**
 * What a calculation wants a Node to show. Input: outcomes of the calculators of the noderesource reconcile. Output: one
 * change of a Node's resources, annotations and labels, composed from all of them; manager specification section 8.1.
 */
@NullMarked
package io.koordbridge.capacity.preparation;

import org.jspecify.annotations.NullMarked;
