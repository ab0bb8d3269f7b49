// Spheres and a light: vectors as small objects, allocation in every operation.
class Vec {
  constructor(x, y, z) { this.x = x; this.y = y; this.z = z; }
  add(o) { return new Vec(this.x + o.x, this.y + o.y, this.z + o.z); }
  sub(o) { return new Vec(this.x - o.x, this.y - o.y, this.z - o.z); }
  scale(f) { return new Vec(this.x * f, this.y * f, this.z * f); }
  dot(o) { return this.x * o.x + this.y * o.y + this.z * o.z; }
  unit() { return this.scale(1 / Math.sqrt(this.dot(this))); }
}
class Sphere {
  constructor(center, radius, shade) { this.center = center; this.radius = radius; this.shade = shade; }
  hit(from, dir) {
    const oc = from.sub(this.center), b = oc.dot(dir), c = oc.dot(oc) - this.radius * this.radius, d = b * b - c;
    if (d < 0) return Infinity;
    const t = -b - Math.sqrt(d);
    return t > 1e-4 ? t : Infinity;
  }
}
const spheres = [];
for (let i = 0; i < 8; i++) spheres.push(new Sphere(new Vec(Math.sin(i) * 3, Math.cos(i * 2) * 2, 6 + i % 3), 0.8 + (i % 4) * 0.2, 0.3 + i * 0.08));
const light = new Vec(-1, 1, -1).unit();
function trace(from, dir, depth) {
  let best = Infinity, hit = null;
  for (const s of spheres) { const t = s.hit(from, dir); if (t < best) { best = t; hit = s; } }
  if (hit === null) return 0.1;
  const point = from.add(dir.scale(best)), normal = point.sub(hit.center).unit();
  const direct = Math.max(0, normal.dot(light)) * hit.shade;
  return depth === 0 ? direct : direct + 0.3 * trace(point, dir.sub(normal.scale(2 * normal.dot(dir))), depth - 1);
}
let sum = 0;
const size = 260, eye = new Vec(0, 0, -4);
for (let y = 0; y < size; y++)
  for (let x = 0; x < size; x++) sum += trace(eye, new Vec(x / size - 0.5, y / size - 0.5, 1).unit(), 2);
console.log('raytracer ' + sum.toFixed(6));
