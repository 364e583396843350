/** Use of nodes from metrics-server, which keeps no history: it is watched for a while. */
@NullMarked
package io.koordbridge.colo.plan.metricsserver;

import org.jspecify.annotations.NullMarked;
