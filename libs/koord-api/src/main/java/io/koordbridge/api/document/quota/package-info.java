/**
 * What ElasticQuotas, ElasticQuotaProfiles and the labels of their pods say, read once for all processes. Input: the objects.
 * Output: {@link io.koordbridge.api.document.Decoded} values. Pure, called by koord-scheduler and koord-manager on each version of an object; manager
 * specification sections 9.6 and 10, quota specification section 1.2, product design 3.28.
 */
@NullMarked
package io.koordbridge.api.document.quota;

import org.jspecify.annotations.NullMarked;
