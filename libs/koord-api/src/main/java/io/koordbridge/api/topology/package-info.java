/** NodeResourceTopology ({@code topology.node.k8s.io/v1alpha1}); node agent specification section 12. */
@NullMarked
package io.koordbridge.api.topology;

import org.jspecify.annotations.NullMarked;
