/** Why a pod waits or is where it is: the last decision of filter and bind, with numbers of one node for each reason. Input: what the verbs decide; output: {@code /apis/v1/pods/NS/NAME}. Triggered by people; memory is bounded. */
@NullMarked
package io.koordbridge.scheduler.explain;

import org.jspecify.annotations.NullMarked;
