package io.koordbridge.colo.preflight;

import org.jspecify.annotations.Nullable;

/**
 * What the web server of a ResourceManager says.
 *
 * @param url its address
 * @param problem why it says nothing, null when it answers
 * @param version of Hadoop, empty when unknown
 * @param authentication {@code simple} or {@code kerberos}, empty when unknown
 * @param adminAcl value of {@code yarn.admin.acl}, empty when unknown
 * @param scheduler such as {@code capacityScheduler}, empty when unknown
 * @param calculator class of the resource calculator, empty when it does not say
 */
record ResourceManagerFacts(
        String url,
        @Nullable String problem,
        String version,
        String authentication,
        String adminAcl,
        String scheduler,
        String calculator) {

    static ResourceManagerFacts silent(String url, String problem) {
        return new ResourceManagerFacts(url, problem, "", "", "", "", "");
    }
}
