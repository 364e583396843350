/**
 * Keeps the root quota of a tree as large as its nodes. Input: ElasticQuotaProfiles, nodes, the ElasticQuota of each profile.
 * Output: that ElasticQuota, the tree id on the profile. Triggered by changes of a profile and every 10 s, on the leader;
 * manager specification section 10.
 */
@NullMarked
package io.koordbridge.manager.quota.quotaprofile;

import org.jspecify.annotations.NullMarked;
