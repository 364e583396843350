/** Dropwizard Metrics to the Prometheus text format, label families merged. */
@NullMarked
package io.koordbridge.kube.metrics;

import org.jspecify.annotations.NullMarked;
