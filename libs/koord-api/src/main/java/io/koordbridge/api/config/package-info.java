/** ClusterColocationProfile ({@code config.koordinator.sh/v1alpha1}); manager specification section 9.2. */
@NullMarked
package io.koordbridge.api.config;

import org.jspecify.annotations.NullMarked;
