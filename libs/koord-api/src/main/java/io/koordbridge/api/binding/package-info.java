/** How JSON is bound to records and to the objects of Kubernetes. */
@NullMarked
package io.koordbridge.api.binding;

import org.jspecify.annotations.NullMarked;
