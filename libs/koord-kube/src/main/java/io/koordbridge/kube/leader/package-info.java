/** Who may act: leader election and the fencing question asked before each write. */
@NullMarked
package io.koordbridge.kube.leader;

import org.jspecify.annotations.NullMarked;
