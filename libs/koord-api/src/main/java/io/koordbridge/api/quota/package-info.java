/** ElasticQuota and ElasticQuotaProfile; manager specification sections 2.4 and 10. */
@NullMarked
package io.koordbridge.api.quota;

import org.jspecify.annotations.NullMarked;
