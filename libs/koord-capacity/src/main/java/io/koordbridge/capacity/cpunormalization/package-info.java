/**
 * How much faster the CPUs of a node are than those that requests are made for. Input: the key cpu-normalization-config,
 * labels of the Node, annotations of its NodeResourceTopology. Output: the text of the ratio annotation, or why there is
 * none. Triggered by the noderesource reconcile; manager specification section 8.6.
 */
@NullMarked
package io.koordbridge.capacity.cpunormalization;

import org.jspecify.annotations.NullMarked;
