package io.koordbridge.it.operator;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.ipc.RPC;
import org.apache.hadoop.ipc.Server;
import org.apache.hadoop.yarn.client.ClientRMProxy;
import org.apache.hadoop.yarn.conf.YarnConfiguration;
import org.apache.hadoop.yarn.ipc.YarnRPC;
import org.apache.hadoop.yarn.server.api.ResourceManagerAdministrationProtocol;
import org.jspecify.annotations.Nullable;

/** Stands before a ResourceManager's administration, and can let an update wait; those behind it wait as well, as in a busy queue of calls. */
final class SlowResourceManager implements AutoCloseable {

    private static final String UPDATE = "updateNodeResource";

    private final ResourceManagerAdministrationProtocol real;
    private final Server server;
    private final AtomicReference<@Nullable Duration> delay = new AtomicReference<>();
    private final CountDownLatch caught = new CountDownLatch(1);
    private final CountDownLatch executed = new CountDownLatch(1);
    private final CountDownLatch never = new CountDownLatch(1);

    SlowResourceManager(Map<String, String> clientProperties) {
        Configuration configuration = new YarnConfiguration(new Configuration(false));
        clientProperties.forEach(configuration::set);
        try {
            real = ClientRMProxy.createRMProxy(configuration, ResourceManagerAdministrationProtocol.class);
            server = YarnRPC.create(configuration)
                    .getServer(
                            ResourceManagerAdministrationProtocol.class,
                            standIn(),
                            new InetSocketAddress(InetAddress.getLoopbackAddress(), 0),
                            configuration,
                            null,
                            1);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        server.start();
    }

    private Object standIn() {
        Class<?> protocol = ResourceManagerAdministrationProtocol.class;
        return Proxy.newProxyInstance(
                protocol.getClassLoader(),
                new Class<?>[] {protocol},
                (proxy, method, arguments) -> answer(method, arguments));
    }

    private Object answer(Method method, Object[] arguments) throws Throwable {
        Duration late = method.getName().equals(UPDATE) ? delay.getAndSet(null) : null;
        if (late != null) {
            caught.countDown();
            boolean ended = never.await(late.toMillis(), TimeUnit.MILLISECONDS);
            if (ended) {
                throw new IOException("the test is over");
            }
        }
        try {
            return method.invoke(real, arguments);
        } catch (InvocationTargetException e) {
            throw e.getCause();
        } finally {
            if (late != null) {
                executed.countDown();
            }
        }
    }

    InetSocketAddress address() {
        return server.getListenerAddress();
    }

    /** The next update is executed that much later. */
    void delayNext(Duration late) {
        delay.set(late);
    }

    /** Whether the update that waits has come. */
    boolean caught() {
        return caught.getCount() == 0;
    }

    /** Whether it was executed. */
    boolean executed() {
        return executed.getCount() == 0;
    }

    @Override
    public void close() {
        never.countDown();
        server.stop();
        RPC.stopProxy(real);
    }
}
