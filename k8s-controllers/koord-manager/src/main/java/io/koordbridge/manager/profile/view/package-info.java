/**
 * What admission and controllers know of ClusterColocationProfiles. Input: lists and watches of profiles, namespaces and priority
 * classes. Output: compiled profiles, labels of namespaces, warnings on profiles. Triggered by changes of these objects.
 */
@NullMarked
package io.koordbridge.manager.profile.view;

import org.jspecify.annotations.NullMarked;
