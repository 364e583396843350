/**
 * Objects of reviews as their kinds. Input: the JSON of a Pod, Reservation, Node, ConfigMap or ElasticQuota. Output: the object,
 * or the field that is not what its kind says, the value and what is allowed. Triggered by every path of the webhook;
 * manager specification section 9.1.
 */
@NullMarked
package io.koordbridge.admission.objectdecoding;

import org.jspecify.annotations.NullMarked;
