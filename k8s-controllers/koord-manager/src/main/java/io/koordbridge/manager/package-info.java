/** koord-manager: batch capacity of nodes, SLO configuration, NodeMetric lifecycle, admission of colocated pods. */
@NullMarked
package io.koordbridge.manager;

import org.jspecify.annotations.NullMarked;
