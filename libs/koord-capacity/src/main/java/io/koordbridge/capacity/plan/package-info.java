/**
 * Plans what a node shows. Input: a Node and everything its capacity depends on, with what earlier passes left. Output: what
 * each stage came to, what the Node and its zones show from now on, whether it is written now, and why. Triggered by any change
 * of an input; manager specification sections 8.1 and 8.9. A stage that throws keeps what is published of it and no other stage
 * from its work.
 */
@NullMarked
package io.koordbridge.capacity.plan;

import org.jspecify.annotations.NullMarked;
