package io.koordbridge.kube.feed;

import com.codahale.metrics.MetricRegistry;
import io.fabric8.kubernetes.client.KubernetesClient;

/**
 * Where feeds read.
 *
 * @param metrics where they count what they ask for
 */
public record FeedSource(KubernetesClient client, MetricRegistry metrics) {}
