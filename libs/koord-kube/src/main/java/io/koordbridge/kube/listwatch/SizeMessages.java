package io.koordbridge.kube.listwatch;

import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.koordbridge.protocol.PureCore;
import java.util.function.BiFunction;

/**
 * Kubernetes' binary encoding of owners of pods. Of {@code k8s.io/api} Deployment, ReplicaSet, StatefulSet and ReplicationController have
 * their replicas, and Job its parallelism, in the same place: field 1 of the specification. Decoded are identity, owners and that number,
 * 1 where the object does not say; the template of the pods is passed over.
 *
 * @param made makes the object of its metadata and its size
 */
@PureCore
record SizeMessages<T>(BiFunction<ObjectMeta, Integer, T> made) {

    T object(ProtoReader message) {
        ObjectMeta metadata = new ObjectMeta();
        int size = 1;
        for (int field = message.next(); field != 0; field = message.next()) {
            switch (field) {
                case 1 -> metadata = message.message(MetaMessages::metadataWithControllers);
                case 2 -> size = message.message(SizeMessages::size);
                default -> message.skip();
            }
        }
        return made.apply(metadata, size);
    }

    private static Integer size(ProtoReader specification) {
        int size = 1;
        for (int field = specification.next(); field != 0; field = specification.next()) {
            if (field == 1) {
                size = (int) specification.number();
            } else {
                specification.skip();
            }
        }
        return size;
    }
}
