package io.koordbridge.replay;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Arrays;
import java.util.concurrent.Callable;

/** Loads the product's classes a second time, one of them with other bytes in its class file. */
final class MutatedRules extends ClassLoader {

    private final String mutated;
    private final byte[] was;
    private final byte[] becomes;
    private int places;

    private MutatedRules(String mutated, byte[] was, byte[] becomes) {
        super(MutatedRules.class.getClassLoader());
        this.mutated = mutated;
        this.was = was.clone();
        this.becomes = becomes.clone();
    }

    /** A constant of type long in the pool of a class becomes another one. */
    static NodeResult run(Class<? extends Callable<NodeResult>> replay, String mutated, long was, long becomes)
            throws Exception {
        return run(replay, mutated, constant(was), constant(becomes));
    }

    /** Bytes of a class become others, wherever they stand; they have to stand somewhere. */
    static NodeResult run(Class<? extends Callable<NodeResult>> replay, String mutated, byte[] was, byte[] becomes)
            throws Exception {
        MutatedRules loader = new MutatedRules(mutated, was, becomes);
        Object again =
                loader.loadClass(replay.getName()).getDeclaredConstructor().newInstance();
        NodeResult result = (NodeResult) ((Callable<?>) again).call();
        if (loader.places == 0) {
            throw new IllegalStateException(mutated + " was not used, or has nothing to mutate");
        }
        return result;
    }

    private static byte[] constant(long value) {
        byte[] entry = new byte[Byte.BYTES + Long.BYTES];
        entry[0] = 5;
        for (int i = 0; i < Long.BYTES; i++) {
            entry[entry.length - 1 - i] = (byte) (value >>> (Byte.SIZE * i));
        }
        return entry;
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
        // Results are of the classes of the test, so that it can compare them.
        boolean shared = !name.startsWith("io.koordbridge.") || name.startsWith("io.koordbridge.replay.Node");
        if (shared && !name.equals("io.koordbridge.replay.NodeReplay")) {
            return super.loadClass(name, resolve);
        }
        Class<?> loaded = findLoadedClass(name);
        return loaded == null ? define(name) : loaded;
    }

    private Class<?> define(String name) throws ClassNotFoundException {
        try (InputStream file = getParent().getResourceAsStream(name.replace('.', '/') + ".class")) {
            if (file == null) {
                throw new ClassNotFoundException(name);
            }
            byte[] bytes = file.readAllBytes();
            if (name.equals(mutated)) {
                mutate(bytes);
            }
            return defineClass(name, bytes, 0, bytes.length);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void mutate(byte[] bytes) {
        for (int at = 0; at + was.length <= bytes.length; at++) {
            if (Arrays.equals(bytes, at, at + was.length, was, 0, was.length)) {
                System.arraycopy(becomes, 0, bytes, at, becomes.length);
                places++;
            }
        }
    }
}
