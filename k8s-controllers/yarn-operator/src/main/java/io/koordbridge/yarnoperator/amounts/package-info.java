/**
 * What YARN gets, holds and loses over time, as metrics of the leader.
 *
 * <p>Inputs: the last decision of each node, reports of ResourceManagers, and what their web servers say of queues and applications.
 * {@link ClusterSums} and {@link UseStep} are pure; {@link AmountsKeeper} looks once a second at what the process knows and every few
 * seconds at the web servers; {@link AmountGauges} and {@link AmountCounters} are what Prometheus reads. A replica that does not lead
 * shows none of it, and what is not known has no value. Source: YARN specification 4.5 and 6.8.
 */
@NullMarked
package io.koordbridge.yarnoperator.amounts;

import org.jspecify.annotations.NullMarked;
